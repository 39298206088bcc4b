/** The entry that a preview address names. */
export interface PreviewPath {
  readonly entryId: string
  readonly language: string
}

/** `/preview/{entryId}[/{language}]`; null for any other path. Source: specification 2. */
export function readPreviewPath(path: string, defaultLanguage: string): PreviewPath | null {
  const match = /^\/preview\/([0-9a-zA-Z-]{1,64})(?:\/([a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*))?$/.exec(path)
  const [, entryId, language = defaultLanguage] = match ?? []
  return entryId === undefined ? null : { entryId, language }
}

/** Where an entry is previewed in a language. */
export const previewPath = ({ entryId, language }: PreviewPath): string => `/preview/${entryId}/${language}`
