import { placeholderFor } from '../http/placeholder.ts'
import { aZip } from '../testing/a-zip.ts'
import { assetFile } from './asset-file.ts'
import { isReadable, MAX_CHARACTERS, readFileText } from './file-text.ts'
import { readZip } from './read-zip.ts'

const read = (name: string, content: string | Buffer): Promise<string> =>
  readFileText(name, Buffer.from(content))
const word = (xml: string): Buffer => aZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml })

describe('the text inside files (protocol 1.12, _searchContent)', () => {
  test.each<[string, string | Buffer, string]>([
    ['notes.txt', 'Frost\r\n\tin May', 'Frost in May'],
    ['prices.csv', 'plant,price\n"Boston Fern",12', 'plant,price "Boston Fern",12'],
    [
      'talk.vtt',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nGood morning',
      'WEBVTT 00:01.000 --> 00:02.000 Good morning',
    ],
    [
      'page.html',
      '<!-- no --><style>p{}</style><SCRIPT>var no</SCRIPT><p>Caf&eacute; &amp; <b>tea</b> &#163;3 &#x2014; now',
      'Café & tea £3 — now',
    ],
    ['drawing.svg', '<svg><title>The old <tspan>mill</tspan></title></svg>', 'The old mill'],
    ['data.json', '{"name":"not this","list":["oak",{"height":20,"tall":true}]}', 'not this oak 20'],
    ['data.xml', '<?xml version="1.0"?><a b="c">one<!-- two --></a>', 'one'],
  ])('%s', async (name, content, text) => expect(await read(name, content)).toBe(text))

  test('the encoding of a text is found by its byte order mark, or because it is invalid UTF-8', async () => {
    expect(await read('a.txt', Buffer.from('\ufeffÜber', 'utf16le'))).toBe('Über')
    expect(await read('a.txt', Buffer.from('\ufeffÜber', 'utf16le').swap16())).toBe('Über')
    expect(await read('a.txt', Buffer.from('Über £5', 'latin1'))).toBe('Über £5')
  })

  test('a word document: runs of one word stay together, deleted text and instructions are left out', async () => {
    const xml =
      '<w:p><w:r><w:t>Gar</w:t></w:r><w:r><w:t xml:space="preserve">dens &amp; </w:t></w:r><w:r><w:tab/><w:t>parks</w:t></w:r></w:p>' +
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText> HYPERLINK </w:instrText></w:r><w:r><w:t>open</w:t></w:r></w:p>'
    expect(await read('a.docx', word(xml))).toBe('Gardens & parks open')
  })

  test('tables, slides and open documents', async () => {
    const strings = '<sst><si><t>Budget</t></si><si><r><t>20</t></r><r><t>26</t></r></si></sst>'
    expect(await read('a.xlsx', aZip({ 'xl/sharedStrings.xml': strings }))).toBe('Budget 2026')
    const slides = { 'ppt/slides/slide1.xml': '<a:p><a:t>First</a:t></a:p>', 'ppt/media/x.png': 'no' }
    expect(await read('a.pptx', aZip(slides))).toBe('First')
    expect(await read('a.odt', aZip({ 'content.xml': '<text:h>Head</text:h><text:p>Body</text:p>' }))).toBe(
      'Head Body',
    )
  })

  test('a PDF', async () => {
    expect(await read('a.pdf', placeholderFor('/asset-library/Winter guide.pdf')?.bytes ?? '')).toBe(
      'Winter guide.pdf',
    )
  })

  test.each<[string, string, string | Buffer]>([
    ['a document that is none', 'a.docx', 'Hello'],
    ['an archive without a text', 'a.docx', aZip({ 'other.xml': 'x' })],
    ['an archive that was cut off', 'a.docx', word('<w:t>x</w:t>').subarray(20)],
    ['a document that unpacks to very much', 'a.docx', word(' '.repeat(70_000_000))],
    ['a PDF that is none', 'a.pdf', 'Hello'],
    ['a PDF that was cut off', 'a.pdf', '%PDF-1.4\n1 0 obj\n<<'],
    ['JSON that is none', 'a.json', '{'],
    ['a picture that calls itself text', 'a.txt', Buffer.from([1, 0, 2, 0])],
    ['a type that nobody reads', 'a.bin', 'x'],
  ])('%s is refused', async (_, name, content) => {
    await expect(read(name, content)).rejects.toThrow()
  })

  test('an encrypted file of an archive is refused', () => {
    const zip = word('<w:t>x</w:t>')
    const list = zip.indexOf(Buffer.from('504b0102', 'hex'))
    zip.writeUInt16LE(1, list + 8)
    expect(() => readZip(zip)[0]?.read(1000)).toThrow('encrypted')
  })

  test('a long text is cut, and hostile markup is walked once', async () => {
    expect((await read('a.txt', 'word '.repeat(400_000))).length).toBeLessThanOrEqual(MAX_CHARACTERS)
    expect(await read('a.html', '<'.repeat(2_000_000))).toHaveLength(MAX_CHARACTERS)
    expect(await read('a.html', '<!--'.repeat(500_000))).toBe('')
  })

  test('types are recognised by the file name, in any case; a path never leads out of the folder', () => {
    expect([isReadable('/a/B.PDF'), isReadable('/a/b.png'), isReadable('/a/pdf')]).toEqual([
      true,
      false,
      false,
    ])
    expect(assetFile('/srv/assets', '/asset-library/a.pdf')).toBe('/srv/assets/asset-library/a.pdf')
    for (const path of ['/../../etc/passwd', '/a\0b', '/..\\x'])
      expect(assetFile('/srv/assets', path)).toBeNull()
  })
})
