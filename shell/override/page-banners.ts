import { CANDIDATE_PATH } from '@tessera/shared/config'
import type { Manifest, PagePreview, PostedForm } from '@tessera/shared/contract'
import {
  PREVIEW_EXIT_PATH,
  renderCandidateBar,
  renderFormRefusal,
  renderPreviewBar,
} from '../document/banners.ts'
import type { Html } from '../document/html.ts'
import type { ShellMessages } from '../messages/index.ts'
import { renderOverrideBar } from './override-bar.ts'
import type { Overridden } from './overridden.ts'

/** The part of a page that its bars depend on. */
interface BanneredPage extends Overridden {
  readonly candidate: { readonly app: string; readonly version: string } | null
  readonly form?: Pick<PostedForm, 'refusal'>
  readonly shownAlerts: { render(messages: ShellMessages): readonly Html[] }
  readonly releases: {
    readonly remotes: ReadonlyMap<
      string,
      { readonly release: { readonly version: string }; readonly remote: { readonly manifest: Manifest } }
    >
  }
}

/** The bars above a page: preview, candidate, override, refused form, alerts. */
export function pageBanners(
  { candidate, form, override, releases, shownAlerts }: BanneredPage,
  preview: PagePreview | undefined,
  messages: ShellMessages,
): readonly (Html | null)[] {
  const live = override && releases.remotes.get(override.app)
  const shown = live ? { version: live.release.version, manifest: live.remote.manifest } : null
  return [
    preview ? renderPreviewBar({ preview, messages, exitAction: PREVIEW_EXIT_PATH }) : null,
    candidate && renderCandidateBar(candidate, messages, CANDIDATE_PATH),
    override ? renderOverrideBar(override, shown, messages) : null,
    form?.refusal === undefined ? null : renderFormRefusal(form.refusal, messages),
    ...shownAlerts.render(messages),
  ]
}
