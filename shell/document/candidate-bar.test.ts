import { messagesFor } from '../messages/index.ts'
import { renderCandidateBar } from './banners.ts'

describe('the bar above pages made with a candidate', () => {
  const bar = renderCandidateBar(
    { app: 'mfe-content', version: '2.0.0' },
    messagesFor('en-GB', 'en-GB'),
    '/version/candidate',
  ).toString()

  it('says which candidate is shown', () => {
    expect(bar).toContain('mfe-content 2.0.0')
    expect(bar).toContain('aria-label="Release candidate"')
  })

  it('has a form that leads back to the live release', () => {
    expect(bar).toMatch(
      /<form method="post" action="\/version\/candidate">\s*<input type="hidden" name="reset"/,
    )
  })
})
