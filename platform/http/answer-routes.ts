import type { FastifyInstance } from 'fastify'
import { fieldsOfClassicForm, fieldsOfFormType, type NamedField } from '../domain/named-fields.ts'
import { PlatformError } from '../errors.ts'
import type { Context } from './context.ts'
import { readParams, type Params } from './params.ts'

/**
 * How often each choice of one field was given, in answers whose other field has a certain text: authors see these numbers for a
 * page. Only numbers, and only of fields with choices, so no text that a visitor typed leaves the records. Not of the protocol.
 */
export function answerRoutes(server: FastifyInstance, context: Context): void {
  server.get('/api/platform/answers', async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { canReadLatest } = await context.identify(request)
    if (!canReadLatest)
      throw new PlatformError('platform/no-token', 'Answers are counted for a token that reads drafts')
    const params = readParams(request)
    const form = params.get('form') ?? ''
    const fields = fieldsOf(context, form)
    const [about, by] = [named(fields, params, 'about'), named(fields, params, 'by')]
    if (by.choices.length === 0)
      throw new PlatformError('platform/bad-request', 'Answers are counted by a field that offers choices')
    const says = params.get('says') ?? ''
    const task = { form, about: about.column, says, by: by.column, choices: by.choices }
    return { counts: await context.readers.countAnswers(task) }
  })
}

function fieldsOf(context: Context, id: string): readonly NamedField[] {
  const { forms, formTypes } = context.model()
  const classic = forms.find(({ contentId }) => contentId === id)
  if (classic !== undefined) return fieldsOfClassicForm(classic)
  const type = formTypes.find(({ formTypeId }) => formTypeId === id)
  if (type === undefined) throw new PlatformError('platform/not-found', 'There is no such form')
  return fieldsOfFormType(type)
}

/** The field that a parameter names by its id or its label. */
function named(fields: readonly NamedField[], params: Params, parameter: 'about' | 'by'): NamedField {
  const name = params.get(parameter) ?? ''
  const field = fields.find(({ column, names }) => column === name || names.includes(name))
  if (field === undefined)
    throw new PlatformError('platform/bad-request', `"${parameter}" must name a field of the form`)
  return field
}
