import { formatsOf } from '@tessera/contract/messages'

const { plural } = formatsOf('en-GB')

/** Everything that this remote says, in English. */
export const messages = {
  title: 'Example',
  intro: 'Titles of entries of this site.',
  more: 'Show more',
  failed: 'More titles could not be loaded. Try again.',
  shown: (count: number) =>
    count === 0 ? '' : plural(count, { one: `${count} more shown`, other: `${count} more shown` }),
}

/** What every catalogue has to say. */
export type ExampleMessages = typeof messages
