import type { PartName } from './form-model.ts'

/** Words of a form. What authors write (labels, options, confirmation) comes from the form itself. */
export interface FormsMessages {
  readonly loading: string
  readonly unavailable: string
  readonly step: string
  readonly previous: string
  readonly next: string
  readonly submit: string
  readonly submitting: string
  readonly success: string
  readonly reference: string
  readonly submitError: string
  readonly noCause: string
  readonly customPostError: (errors: string) => string
  readonly summaryTitle: string
  readonly optional: string
  readonly requiredMarker: string
  readonly instructions: string
  readonly choose: string
  readonly needsScript: string
  readonly filesNotSent: string
  readonly required: (label: string) => string
  readonly tooShort: (label: string, least: number) => string
  readonly tooLong: (label: string, most: number) => string
  readonly notEmail: (label: string) => string
  readonly notWebsite: (label: string) => string
  readonly notTelephone: (label: string) => string
  readonly notDate: (label: string) => string
  readonly notHours: string
  readonly notMinutes: string
  readonly fileType: (list: string) => string
  readonly dateHint: string
  /** Null when there is no length rule. */
  readonly range: (least: number | null, most: number | null) => string | null
  readonly charactersRequired: (count: number) => string
  readonly charactersOver: (count: number) => string
  readonly charactersRemaining: (count: number) => string
  readonly parts: Readonly<Record<PartName, string>>
}
