import { releaseError } from '../../shell/errors.ts'
import { describeError } from './describe-error.ts'

describe('a refused release, as the terminal and pages of npm run dev say it', () => {
  it.each([
    [
      'release/contract-mismatch',
      { wants: '^9.0.0', offered: '1.20.0' },
      '^9.0.0 of the contract, and 1.20.0',
    ],
    [
      'release/manifest-invalid',
      { problems: ['stateKeys: expected an array'] },
      'stateKeys: expected an array',
    ],
    ['release/collision', { collisions: ['the route "/a" collides'] }, 'the route "/a" collides'],
    ['release/trial-failed', { reason: 'it left a timer running' }, 'it left a timer running'],
  ] as const)('says the details: %s', (code, details, text) => {
    expect(describeError(releaseError(code, { details })).message).toContain(text)
  })

  it('says the reason of an error whose class is from the bundle of a remote, whatever its details are', () => {
    const withDetails = (details: unknown) =>
      describeError(Object.assign(new Error('refused'), { details })).message
    expect(withDetails({ reason: 'the form has no fields' })).toBe('refused the form has no fields')
    expect(withDetails({ problems: 3, collisions: {} })).toBe('refused')
    expect(withDetails(null)).toBe('refused')
  })
})
