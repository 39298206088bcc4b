/**
 * Prints, as JSON, our files whose code one uncached page runs on the server: functions that the inspector saw called between
 * the request and its answer. A process of its own, because the inspector counts everything that its process does.
 */
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell } from '../../shell/testing/a-shell.ts'
import { ROOT } from '../paths/root.ts'

const PAGE = '/services/bins-and-recycling'

const platform = await aPlatform()
const shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
const inspector = new Session()
inspector.connect()
await shell.get('/services')
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const answer = await shell.get(PAGE)
const { result } = await inspector.post('Profiler.takePreciseCoverage')
inspector.disconnect()
const files = result
  .filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  )
  .flatMap(({ url }) => (url.startsWith('file://') ? [path.relative(ROOT, fileURLToPath(url))] : []))
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /^(shell|shared)\//.test(file) && !/(^|\/)(testing|node_modules)\//.test(file))
process.stdout.write(JSON.stringify({ status: answer.statusCode, files: [...new Set(files)].toSorted() }))
await shell.close()
await platform.close()
process.exit(0)
