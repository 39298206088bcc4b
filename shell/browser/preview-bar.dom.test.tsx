import { messagesFor } from '../messages/index.ts'
import { renderPreviewBar } from '../document/banners.ts'
import { updatePreviewBar } from './update-document.client.ts'

const first = {
  status: 'Draft',
  facts: [{ label: 'Language', value: 'English' }],
  other: { label: 'Show published version', path: '/a?versionStatus=published' },
  exitPath: '/a',
  entryId: 'a',
  frameOrigins: [],
}
const second = {
  ...first,
  status: 'Latest <b>version</b>',
  facts: [
    { label: 'Content type', value: 'newsArticle' },
    { label: 'Language', value: 'Cymraeg' },
  ],
  other: { label: 'Show published version', path: '/b?versionStatus=published' },
  exitPath: null,
}
const bar = (preview: Parameters<typeof updatePreviewBar>[0]) =>
  renderPreviewBar({ preview, messages: messagesFor('en-GB', 'en-GB'), exitAction: '/exit' }).toString()

describe('preview bar from page to page', () => {
  it('shows for the next page what the server would have rendered', () => {
    document.body.innerHTML = bar(first)
    for (const next of [{ ...second, exitPath: '/b' }, { ...second, exitPath: '/c', other: null }, first]) {
      updatePreviewBar(next)
      const updated = document.body.innerHTML
      const server = document.createElement('div')
      server.innerHTML = bar(next)
      expect(updated.replace(/\s+/g, '')).toBe(server.innerHTML.replace(/\s+/g, ''))
    }
  })

  it('shows markup in texts as text', () => {
    document.body.innerHTML = bar(first)
    updatePreviewBar(second)
    expect(document.querySelector('b')).toBeNull()
  })
})
