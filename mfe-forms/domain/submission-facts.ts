import { draftValues } from './draft.ts'
import { fileOf } from './field-value.ts'
import { fieldsOf, type FormDefinition, type FormValues } from './form-definition.ts'

/**
 * Identifies a submission by its answers, without values that may not be stored: the same answers after a reload are the same submission.
 */
export const submissionFacts = (form: FormDefinition, values: FormValues): string =>
  JSON.stringify([
    form.contentVersionId,
    draftValues(form, values),
    fieldsOf(form).map(({ id }) => fileOf(values[id])?.name ?? ''),
  ])
