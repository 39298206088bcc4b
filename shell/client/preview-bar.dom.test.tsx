import { renderPreviewBar } from '../ui/preview-bar.ts'
import { updatePreviewBar } from './preview-bar.client.ts'

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
  renderPreviewBar({ preview, language: 'en-GB', exitAction: '/exit' }).toString()

describe('preview bar from page to page', () => {
  it('says of the next page what the server would have said', () => {
    document.body.innerHTML = bar(first)
    updatePreviewBar({ ...second, exitPath: '/b' })
    const updated = document.body.innerHTML.replace(/\s+/g, '')
    document.body.innerHTML = bar({ ...second, exitPath: '/b' })
    expect(updated).toBe(document.body.innerHTML.replace(/\s+/g, ''))
  })

  it('never takes words for markup', () => {
    document.body.innerHTML = bar(first)
    updatePreviewBar(second)
    expect(document.querySelector('b')).toBeNull()
  })
})
