import { messages } from './messages.ts'

describe('words of the pages', () => {
  it('are all there in Welsh, and none is left in English', () => {
    const english = messages('en-GB')
    const same = Object.entries(messages('cy')).filter(
      ([key, word]) => word === english[key as keyof typeof english],
    )
    expect(same.map(([key]) => key)).toEqual(['ward'])
  })

  it.each(['fr', '', 'cyx'])('fall back to English for %j', (language) => {
    expect(messages(language).next).toBe('Next')
  })
})
