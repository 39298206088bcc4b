import { messagesFor } from '../messages/index.ts'
import { renderPreviewBar } from './banners.ts'

const preview = {
  status: 'Draft, not published yet',
  facts: [{ label: 'Content type', value: '<contentPage>' }],
  other: { label: 'Show published version', path: '/a?versionStatus=published' },
  exitPath: '/a',
  entryId: 'abc',
  frameOrigins: [],
}
const bar = (given: Partial<typeof preview> | { readonly exitPath: null } = {}) =>
  renderPreviewBar({
    preview: { ...preview, ...given },
    messages: messagesFor('en-GB', 'en-GB'),
    exitAction: '/exit',
  }).toString()

describe('preview bar (specification 2; docs/decisions/0016)', () => {
  it('is a named region that says what is shown, with everything escaped', () => {
    expect(bar()).toContain('aria-label="Preview"')
    expect(bar()).toContain('Draft, not published yet')
    expect(bar()).toContain('&lt;contentPage&gt;')
  })

  it('leaves by a form, so that it works without script and no link can end a session', () => {
    expect(bar()).toMatch(/<form method="post" action="\/exit">\s*<input type="hidden" name="to" value="\/a"/)
    expect(bar({ exitPath: null })).not.toContain('<form')
  })

  it('never leads off the site', () => {
    expect(
      bar({ other: { label: 'x', path: '//evil.example' }, exitPath: 'https://evil.example' }),
    ).not.toContain('evil')
  })
})
