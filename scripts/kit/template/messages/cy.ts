import { formatsOf } from '@tessera/contract/messages'
import type { ExampleMessages } from './en-GB.ts'

const { plural } = formatsOf('cy')

/** The same in Welsh. */
export const messages: ExampleMessages = {
  title: 'Enghraifft',
  intro: 'Teitlau cofnodion y wefan hon.',
  more: 'Dangos mwy',
  failed: 'Ni ellid llwytho mwy o deitlau. Rhowch gynnig arall arni.',
  shown: (count) => (count === 0 ? '' : plural(count, { one: `${count} arall`, other: `${count} arall` })),
}
