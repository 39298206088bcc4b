import { jest } from '@jest/globals'
import type { AskData } from '@tessera/shared/contract'
import { createLoadForm } from './load-form.ts'

const late = Object.assign(new Error('late'), { status: 504 })
const gone = Object.assign(new Error('gone'), { status: 404 })

describe('a form that comes too late for its page', () => {
  test('is requested by name, and again while the platform is only slow', async () => {
    const askData = jest.fn<AskData>().mockRejectedValueOnce(late).mockResolvedValue({ formId: '7' })
    expect(await createLoadForm(askData)('classic', '7')).toEqual({ formId: '7' })
    expect(askData.mock.calls.map(([question]) => question)).toEqual(
      Array(2).fill({ remote: 'mfe-forms', name: 'form', params: { provider: 'classic', formId: '7' } }),
    )
  })

  test('is given up after three times, and at once when there is no such form', async () => {
    const slow = jest.fn<AskData>().mockRejectedValue(late)
    await expect(createLoadForm(slow)('classic', '7')).rejects.toThrow('late')
    expect(slow).toHaveBeenCalledTimes(3)
    const missing = jest.fn<AskData>().mockRejectedValue(gone)
    await expect(createLoadForm(missing)('classic', '7')).rejects.toThrow('gone')
    expect(missing).toHaveBeenCalledTimes(1)
  })
})
