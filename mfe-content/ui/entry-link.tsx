import { Link } from '@tessera/shared/ui'
import type { LinkModel } from '../domain/page-model.ts'

/** A link to another page. `lang` and `hreflang` are set where its page is in another language than the page around it. */
export const EntryLink = ({
  link: { href, title, language },
  className,
}: {
  readonly link: LinkModel
  readonly className?: string | undefined
}) => (
  <Link href={href} className={className} lang={language} hrefLang={language}>
    {title}
  </Link>
)
