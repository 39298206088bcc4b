/** A file, and the idempotency key that it is sent with. */
export interface ChosenFile {
  readonly file: Blob
  readonly key: string
}

/** The files that visitors have chosen, by form and field. They are in no state and in no draft. */
export interface ChosenFiles {
  readonly set: (formId: string, fieldId: string, file: Blob | null) => void
  readonly get: (formId: string, fieldId: string) => ChosenFile | null
}

/** Creates the collection, without files. */
export function createChosenFiles(newKey: () => string): ChosenFiles {
  const files = new Map<string, ChosenFile>()
  return {
    set(formId, fieldId, file) {
      if (file) files.set(`${formId} ${fieldId}`, { file, key: newKey() })
      else files.delete(`${formId} ${fieldId}`)
    },
    get: (formId, fieldId) => files.get(`${formId} ${fieldId}`) ?? null,
  }
}
