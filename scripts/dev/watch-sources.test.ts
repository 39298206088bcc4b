import { serverOf } from './watch-sources.ts'

describe('the process that runs a file', () => {
  it.each([
    ['shell/page/answer-page.server.ts', 'shell'],
    ['shell/document/frame.ts', 'shell'],
    ['shell/document/loader.ts', 'shell'],
    ['shared/io/content-client.ts', 'shell'],
    ['shared/store/create-store.ts', 'shell'],
    ['platform/http/errors.ts', 'platform'],
  ])('%s: the %s', (file, server) => {
    expect(serverOf(file)).toBe(server)
  })

  it.each([
    ['browser code', 'shell/browser/boot.client.ts'],
    ['code of remotes, whose builds follow by themselves', 'mfe-search/ui/search-page.tsx'],
    ['parts that only remotes use', 'shared/lifecycles/report-failure.ts'],
    ['components', 'shared/ui/picture.tsx'],
    ['tests', 'shell/page/slots.test.ts'],
    ['test tools', 'shell/testing/a-shell.ts'],
    ['styles', 'shell/document/frame.css'],
    ['content', 'platform/content/project.json'],
    ['commands', 'scripts/build.ts'],
    ['marks of an editor', 'shell/page/.#slots.ts'],
  ])('none for %s', (_what, file) => {
    expect(serverOf(file)).toBeNull()
  })
})
