import { jest } from '@jest/globals'
import { createChosenFiles, sendFile, sendNotification } from './send-files.ts'

const upload = {
  versionId: '9',
  formPostId: '421',
  elementId: '13',
  file: new Blob(['abcd'], { type: 'application/pdf' }),
  name: 'swim badge.pdf',
}

describe('files of a form (specification 7, Form calls 4 and 5)', () => {
  afterEach(() => void jest.restoreAllMocks())

  test('go one by one, as multipart with the names of the form module', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('success'))
    expect(await sendFile(upload)).toEqual({ status: 200, text: 'success' })
    const [url, init] = fetched.mock.calls[0]!
    const body = init?.body as FormData
    expect([url, init?.method]).toEqual(['/REST/UI/FormsModule/UploadFile', 'POST'])
    expect([...body.keys()].slice(0, 3)).toEqual(['formElementID', 'formPostID', 'formVersionID'])
    expect([...body.values()].slice(0, 3)).toEqual(['13', '421', '9'])
    const [name, file] = [...body.entries()][3]!
    expect(name).toMatch(/^jUploadFile\d+$/)
    expect(file).toMatchObject({ name: 'swim badge.pdf', type: 'application/pdf', size: 4 })
  })

  test('no answer is told; a notification that fails is nobody’s business', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await expect(sendFile(upload)).rejects.toMatchObject({ code: 'forms/no-answer' })
    await expect(sendNotification('9', '421')).resolves.toBeUndefined()
    expect(fetched.mock.calls[1]?.[0]).toBe('/REST/UI/FormsModule/sendnotification/9/421')
  })

  test('are held by form and field until they are taken back', () => {
    const files = createChosenFiles()
    files.keep('1', 'f', upload.file)
    expect(files.get('1', 'f')).toBe(upload.file)
    expect(files.get('2', 'f')).toBeNull()
    files.keep('1', 'f', null)
    expect(files.get('1', 'f')).toBeNull()
  })
})
