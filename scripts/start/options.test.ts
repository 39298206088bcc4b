import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { readOptions } from './options.ts'

const outside = [
  '--platform',
  'https://cms-larkmoor.example',
  '--project',
  'website',
  '--access-token',
  'abc',
]

describe('options of npm start', () => {
  it('has usual ports and a data folder in the checkout', () => {
    expect(readOptions([])).toEqual({
      port: 3000,
      platformPort: 3001,
      processes: null,
      dataDir: path.join(ROOT, '.data'),
      seed: null,
      outside: null,
      projectId: null,
      accessToken: null,
      previewToken: null,
      publicUrl: null,
    })
  })

  it('moves the platform when the site takes its usual port', () => {
    expect(readOptions(['--port', '3001']).platformPort).toBe(3002)
  })

  it('takes the number of shell processes', () => {
    expect(readOptions(['--processes', '4']).processes).toBe(4)
  })

  it('takes another content platform with its project and token', () => {
    expect(readOptions(outside).outside).toEqual({
      url: 'https://cms-larkmoor.example',
      projectId: 'website',
      accessToken: 'abc',
    })
  })

  it('reads paths from where they were typed', () => {
    const before = process.env.INIT_CWD
    process.env.INIT_CWD = '/somewhere'
    expect(readOptions(['--data', 'mine', '--seed', '/else/seed.json'])).toMatchObject({
      dataDir: path.resolve('/somewhere/mine'),
      seed: path.resolve('/else/seed.json'),
    })
    if (before === undefined) delete process.env.INIT_CWD
    else process.env.INIT_CWD = before
  })

  it('drops the slash at the end of the public address', () => {
    expect(readOptions(['--public-url', 'https://www.example.org/']).publicUrl).toBe(
      'https://www.example.org',
    )
  })

  it.each([
    [['--prot', '4000'], /Unknown option '--prot'. Options: --port/],
    [['4000'], /Unexpected argument '4000'/],
    [['--port'], /argument missing/],
    [['--port', 'abc'], /--port must be a number/],
    [['--processes', '0'], /--processes must be a number from 1 to 99/],
    [['--processes', 'many'], /--processes must be a number/],
    [['--port', '70000'], /--port must be a number/],
    [['--port', '-1'], /--port/],
    [['--port', '4000', '--platform-port', '4000'], /must differ/],
    [['--data', ''], /--data needs a value/],
    [['--public-url', 'example.org'], /--public-url must be an address/],
    [['--public-url', 'ftp://example.org'], /--public-url must be an address/],
    [['--platform', 'https://cms.example'], /--project and --access-token/],
    [[...outside, '--seed', 'x.json'], /--seed is for the embedded platform/],
    [[...outside, '--platform-port', '3005'], /--platform-port is for the embedded platform/],
  ])('says in one line what is wrong with %j', (args, message) => {
    const read = () => readOptions(args)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/\n/)
  })
})
