/**
 * The entry point of every command: `node scripts/bootstrap.mjs COMMAND [arguments]` runs `scripts/COMMAND.ts`.
 *
 * Plain JavaScript without packages, because it is what a fresh clone runs first, on any Node from 18 up. It fetches
 * Node 24 into `.node` where the machine's own is older, installs the packages that the lock file names, and then
 * runs the command with the terminal as its own: signals and the exit code pass through.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
/** How often a child of npm checks whether npm still runs. */
const PARENT_CHECK_MS = 1000
/** A command that has not ended this long after its parent died hangs: the time is longer than a server drains. */
const STUCK_MS = 30_000
/** npm writes its two lock files within this of each other. */
const SAME_INSTALL_MS = 5000
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'

/** Exit with one line on stderr. */
function fail(line, code = 1) {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}

/** Run a program to its end; its output is captured, and callers show it only when it failed. */
function run(program, args, env = process.env) {
  return spawnSync(program, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 26, windowsHide: true })
}

/** The most informative line of a failed npm run: the first that is more than a code. */
function describeFailure(result) {
  const output = `${result.stderr ?? ''}\n${result.stdout ?? ''}`.split('\n')
  const lines = output.map((line) => line.replace(/^npm (error|ERR!)/, '').trim()).filter(Boolean)
  const message = lines.find((line) => !/^(code|errno|syscall|npm warn)\b/.test(line))
  return result.error?.message ?? message ?? lines.at(-1) ?? 'no message'
}

/** The path of npm's own program: given by npm itself, beside this Node, or behind the `npm` on the path. */
function findNpm() {
  const beside = dirname(process.execPath)
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const places = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...onPath.map((folder) => join(folder, 'npm')),
    ...onPath.map((folder) => join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ]
  for (const place of places) {
    if (place === '' || !existsSync(place)) continue
    const file = realpathSync(place)
    if (/npm-cli\.c?js$/.test(file)) return file
  }
  return fail('npm was not found: install Node with npm, 18 or later, and try again.')
}

/** Run work under this checkout's lock; another process waits for it. */
function withLock(work) {
  const lock = join(root, '.node', 'lock')
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isAlive(readLock(lock))) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  work()
  process.off('exit', release)
  release()
}

function readLock(lock) {
  try {
    // A lock file is created first and filled afterwards, so an empty one belongs to a process that is just acquiring it.
    return Number(readFileSync(lock, 'utf8')) || process.pid
  } catch {
    return process.pid // The other process has just removed it.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The packages that contain a Node: the usual one, and the one that its install script would install, for npm without scripts. */
function nodePackages() {
  const platform = isWindows ? 'win' : process.platform
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return [`node@${NODE_MAJOR}`, `${prefix}-${platform}-${process.arch}@${NODE_MAJOR}`]
}

function fetchedNode() {
  const modules = join(root, '.node', 'node_modules')
  const file = isWindows ? 'node.exe' : 'node'
  const packages = existsSync(modules) ? readdirSync(modules).filter((name) => /^node(-|$)/.test(name)) : []
  const places = packages.map((name) => join(modules, name, 'bin', file))
  return places.find(
    (place) => existsSync(place) && majorOf(run(place, ['--version']).stdout ?? '') === NODE_MAJOR,
  )
}

/** A Node that runs our TypeScript: the current one, or one fetched into `.node`. */
function ensureNode(npm) {
  if (majorOf(process.version) >= NODE_MAJOR) return process.execPath
  const there = fetchedNode()
  if (there !== undefined) return there
  let failure = ''
  withLock(() => {
    if (fetchedNode() !== undefined) return
    process.stdout.write(
      `Fetching Node ${NODE_MAJOR} into .node (once; this machine has ${process.version})\n`,
    )
    for (const name of nodePackages()) {
      const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts=false']
      const result = run(process.execPath, [npm, 'install', '--prefix', join(root, '.node'), ...quiet, name])
      if (fetchedNode() !== undefined) return
      failure ||= describeFailure(result)
    }
  })
  return fetchedNode() ?? fail(`Node ${NODE_MAJOR} could not be fetched from the npm registry: ${failure}`)
}

/** Whether the installed packages are those of the lock file: by our stamp, or because npm itself has just run. */
function isInstalled(stamp, hash) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  const npmsOwn = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(npmsOwn)) return false
  return statSync(npmsOwn).mtimeMs > statSync(join(root, 'package-lock.json')).mtimeMs - SAME_INSTALL_MS
}

function ensurePackages(node, npm, env) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.tessera-lock-hash')
  if (isInstalled(stamp, hash)) return
  withLock(() => {
    if (isInstalled(stamp, hash)) return
    process.stdout.write('Installing the packages of package-lock.json\n')
    // `--include=dev`: with NODE_ENV=production npm would leave the build tools out.
    const args = [npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const result = run(node, args, env)
    if (result.status !== 0) fail(`The packages could not be installed: ${describeFailure(result)}`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  })
}

/** The parent of a process, and its command line; 0 and an empty text when they are unknown. */
function describeProcess(pid) {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return {
      parent: Number(parent),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    }
  } catch {
    const found = /^\s*(\d+) (.*)/.exec(run('ps', ['-o', 'ppid=,args=', '-p', String(pid)]).stdout ?? '')
    return { parent: Number(found?.[1] ?? 0), command: found?.[2] ?? '' }
  }
}

/** Empty without npm. Else npm, and the shell that it starts for a script. Exits when npm has died already. */
function findParents() {
  const script = process.env.npm_lifecycle_script
  if (script === undefined) return []
  const shell = describeProcess(process.ppid)
  if (!shell.command.includes(script)) return [process.ppid]
  // Orphans get process 1 as their parent, which in a container may be npm itself.
  const isOrphan = shell.parent === 1 && !/npm|yarn|bun/.test(describeProcess(1).command)
  return isOrphan ? process.exit(1) : [process.ppid, shell.parent]
}

/** Run the command with the terminal as its own; pass on signals, and exit as it exits. */
function runCommand(node, file, args, env, parents) {
  const child = spawn(node, [file, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('message', (message) => process.send?.(message))
  const end = () => {
    clearInterval(watch)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STUCK_MS)
  }
  // npm passes on no signal when it is killed: without this check the servers would outlive it.
  const isOrphaned = () => process.ppid !== parents[0] || !parents.every(isAlive)
  const watch = setInterval(() => isOrphaned() && end(), PARENT_CHECK_MS)
  if (parents.length === 0) clearInterval(watch)
  process.once('disconnect', end)
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

function main() {
  // Found before an installation, which takes so long that they may have died afterwards.
  const parents = findParents()
  const [command = '', ...args] = process.argv.slice(2)
  const commands = readdirSync(join(root, 'scripts')).flatMap(
    (file) => /^([a-z][a-z-]*)\.ts$/.exec(file)?.[1] ?? [],
  )
  if (!commands.includes(command)) fail(`Unknown command "${command}". Commands: ${commands.join(', ')}.`, 2)
  const npm = findNpm()
  const node = ensureNode(npm)
  const env = {
    ...process.env,
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    npm_execpath: npm,
    npm_node_execpath: node,
    NODE: node,
  }
  const pathKey = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  env[pathKey] = `${dirname(node)}${delimiter}${env[pathKey] ?? ''}`
  ensurePackages(node, npm, env)
  runCommand(node, join(root, 'scripts', `${command}.ts`), args, env, parents)
}

main()
