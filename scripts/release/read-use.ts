import { historyFile } from '../../shell/release-document/release-document.server.ts'
import type { FileStorage, ReleaseStorage } from '../../shell/release-storage/storage.server.ts'
import { MARK_MS, MARKS_FOLDER, type NamedRelease } from '../../shell/release-storage/use-marks.server.ts'
import { readReports, usedBy } from '../../shell/reports/shell-report.server.ts'
import { readHistory, readNewest, type DocumentContent } from './change-document.ts'
import { PAGE_MS } from './keep-earlier.ts'
import type { Signer } from './signer.ts'

/** `APP/VERSION` */
export const idOf = ({ app, version }: NamedRelease): string => `${app}/${version}`

/** A release store whose files can be listed. */
export interface UsedStore {
  readonly releases: string
  readonly storage: ReleaseStorage
  readonly files: FileStorage
  readonly signer: Signer
}

/**
 * The releases that are named now or were in the last seven days, as `APP/VERSION`: by documents, running shells, and marks of use.
 * @throws Error when that cannot be determined
 */
export async function readUse({ releases, storage, files, signer }: UsedStore): Promise<ReadonlySet<string>> {
  const [recent, newest, reports, marked] = await Promise.all([
    readRecent(releases, files, signer),
    readNewest(releases, signer),
    readReports(storage),
    readMarks(files, `${MARKS_FOLDER}/`),
  ])
  return new Set([
    ...recent.flatMap(shownBy),
    ...namedBy(newest),
    ...reports.flatMap(usedBy).map(idOf),
    ...marked,
  ])
}

const namedBy = ({ apps }: Pick<DocumentContent, 'apps'>): readonly string[] =>
  Object.entries(apps).flatMap(([app, { live, previous, candidates, canary }]) =>
    [live, ...previous, ...candidates, ...(canary ? [canary.version] : [])].map((version) =>
      idOf({ app, version }),
    ),
  )

/** The releases that visitors or staff could get while this document was followed. */
const shownBy = ({ apps }: Pick<DocumentContent, 'apps'>): readonly string[] =>
  namedBy({
    apps: Object.fromEntries(Object.entries(apps).map(([app, entry]) => [app, { ...entry, previous: [] }])),
  })

/** The documents of the last seven days, and the one that was followed before them. Ages are by the store's clock. */
async function readRecent(
  releases: string,
  files: FileStorage,
  signer: Signer,
): Promise<readonly Pick<DocumentContent, 'apps'>[]> {
  const ages = new Map((await files.list('history/')).map(({ file, ageMs }) => [file, ageMs]))
  const isBefore = (sequence: number): boolean => (ages.get(historyFile(sequence)) ?? 0) > PAGE_MS
  const documents = await readHistory(releases, signer, ({ sequence }) => isBefore(sequence))
  const last = documents.at(-1)?.sequence ?? 1
  if (last > 1 && !isBefore(last))
    throw new Error(
      `${historyFile(last - 1)} is not there: what pages of the last seven days name is not known, and nothing is removed`,
    )
  return documents
}

async function readMarks(files: FileStorage, below: string): Promise<readonly string[]> {
  const marks = await files.list(below)
  return marks
    .filter(({ ageMs }) => ageMs <= PAGE_MS + MARK_MS)
    .map(({ file }) => file.slice(MARKS_FOLDER.length + 1))
}

/** Whether the document names a release, or a mark of use exists for it, at this moment. */
export async function isUsedNow(
  release: NamedRelease,
  { releases, files, signer }: UsedStore,
): Promise<boolean> {
  const named = namedBy(await readNewest(releases, signer))
  const marked = await readMarks(files, `${MARKS_FOLDER}/${release.app}/`)
  return [...named, ...marked].includes(idOf(release))
}
