import { catalogues } from './index.ts'
import { withPhrases } from './with-phrases.ts'

test('any other text of a form can be its own, too: by its name, also a reason, and one that would say more', () => {
  const own = withPhrases(catalogues['en-GB'], {
    reference: 'Your reference number is',
    'no-answer': 'We could not reach the council.',
    fileType: 'Choose a photograph',
    street: 'Street',
  })
  expect(own).toMatchObject({
    reference: 'Your reference number is',
    failures: { 'no-answer': 'We could not reach the council.', 'timed-out': 'Network request timed out' },
    parts: { street: 'Street', city: 'City' },
    submitting: 'Submitting form...',
  })
  expect([own.fileType('pdf'), own.tooLong('Name', 5)]).toEqual([
    'Choose a photograph',
    'Name must be no more than 5 characters long',
  ])
})
