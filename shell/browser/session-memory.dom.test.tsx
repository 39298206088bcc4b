import { rememberHint } from './session-watch.client.ts'

const storages = { session: () => sessionStorage, local: () => localStorage }
const keys = () =>
  [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key !== 'tessera-session')
const fill = () => {
  sessionStorage.setItem('tessera-draft:7', '{}')
  sessionStorage.setItem('oidc.state', '1')
  localStorage.setItem('oidc.user:client', '2')
  localStorage.setItem('other', '3')
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  fill()
})

describe('what a tab keeps (specification 4: federated sign-in also clears locally stored entries)', () => {
  it('is deleted at sign-out: what was typed, but not the entries of others', () => {
    rememberHint('in.1', storages)
    rememberHint('out', storages)
    expect(keys()).toEqual(['oidc.state', 'oidc.user:client', 'other'])
  })

  it('goes with its entries after a federated sign-in, once', () => {
    rememberHint('in.1', storages)
    rememberHint('out.federated', storages)
    expect(keys()).toEqual(['other'])
    fill()
    rememberHint('out.federated', storages)
    expect(keys()).toHaveLength(4)
  })

  it.each(['in.2', 'over', ''])('stays when the session changes otherwise: %j', (hint) => {
    rememberHint('in.1', storages)
    rememberHint(hint, storages)
    expect(keys()).toHaveLength(4)
  })

  it('stays in a tab that sees the hint for the first time', () => {
    rememberHint('out.federated', storages)
    expect(keys()).toHaveLength(4)
  })

  it('throws nothing where storage is switched off', () => {
    const off = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(() => rememberHint('out', { session: off, local: off })).not.toThrow()
  })
})
