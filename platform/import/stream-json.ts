import { closeSync, openSync, readSync } from 'node:fs'

/** A piece of a JSON object's top level: a whole property, or one element of a property that is a list. */
export type Piece = { readonly key: string; readonly isItem: boolean; readonly text: string }

const CHUNK_BYTES = 1 << 20
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const LIST = 0x5b

/**
 * Read a JSON object piece by piece, so that a file of any size needs the memory of its largest piece. It only looks at the
 * separators of the first two levels; the caller parses the pieces and so finds errors inside them.
 * `onBytes` gets every byte of the file once. Throws an `Error` when the file is no complete JSON object.
 */
export function* readPieces(file: string, onBytes?: (bytes: Buffer) => void): Generator<Piece> {
  const splitter = createSplitter()
  for (const chunk of readChunks(file)) {
    onBytes?.(chunk)
    yield* splitter.push(chunk)
  }
  splitter.end()
}

function* readChunks(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r')
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const size = readSync(handle, chunk, 0, CHUNK_BYTES, null)
      if (size === 0) return
      yield chunk.subarray(0, size)
    }
  } finally {
    closeSync(handle)
  }
}

type State = {
  depth: number
  inText: boolean
  escaped: boolean
  inList: boolean
  key: string | null
  parts: Buffer[]
  ended: boolean
}

function createSplitter(): { push: (chunk: Buffer) => Piece[]; end: () => void } {
  const state: State = {
    depth: 0,
    inText: false,
    escaped: false,
    inList: false,
    key: null,
    parts: [],
    ended: false,
  }
  return {
    push: (chunk) => split(state, chunk),
    end: () => {
      if (!state.ended) throw new Error('Unexpected end of JSON input')
      if (Buffer.concat(state.parts).toString('utf8').trim() !== '')
        throw new Error('Unexpected text after the end')
    },
  }
}

function split(state: State, chunk: Buffer): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  /** The text collected so far, without the separator at `at`. */
  const cut = (at: number): string => {
    const text = Buffer.concat([...state.parts, chunk.subarray(start, at)]).toString('utf8')
    state.parts = []
    start = at + 1
    return text.trim()
  }
  for (let at = 0; at < chunk.length; at += 1) {
    if (state.inText) {
      at = skipText(state, chunk, at)
      continue
    }
    const byte = chunk[at] ?? 0
    if (byte === QUOTE) state.inText = true
    else if (OPENING.has(byte)) open(state, byte, at, cut)
    else if (CLOSING.has(byte)) close(state, at, cut, pieces)
    else if (byte === COMMA && state.depth === (state.inList ? 2 : 1)) add(state, cut(at), pieces)
    else if (byte === COLON && state.depth === 1 && state.key === null)
      state.key = JSON.parse(cut(at)) as string
  }
  state.parts.push(chunk.subarray(start))
  return pieces
}

/** Move to the end of a string, or of the chunk. */
function skipText(state: State, chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    if (state.escaped) state.escaped = false
    else if (chunk[at] === BACKSLASH) state.escaped = true
    else if (chunk[at] === QUOTE) {
      state.inText = false
      return at
    }
  }
  return chunk.length
}

function open(state: State, byte: number, at: number, cut: (at: number) => string): void {
  state.depth += 1
  if (state.depth === 1) {
    const before = cut(at).replace('\uFEFF', '')
    if (before !== '' || byte === LIST || state.ended) throw new Error('must be a JSON object')
  } else if (state.depth === 2 && byte === LIST && state.key !== null) {
    if (cut(at) !== '') throw new Error(`"${state.key}" is followed by something else than its value`)
    state.inList = true
  }
}

function close(state: State, at: number, cut: (at: number) => string, pieces: Piece[]): void {
  if (state.depth === 2 && state.inList) {
    add(state, cut(at), pieces)
    state.inList = false
    // The list has ended: nothing may follow before the next comma.
    state.key = DONE
  } else if (state.depth === 1) {
    add(state, cut(at), pieces)
    state.ended = true
  }
  state.depth -= 1
}

/** Replaces the key after a list whose elements were returned one by one, until the next comma. */
const DONE = '\u0000done'

function add(state: State, text: string, pieces: Piece[]): void {
  if (state.key === DONE || (state.key === null && !state.inList)) {
    if (text !== '') throw new Error(`Unexpected text "${text.slice(0, 40)}"`)
    state.key = null
    return
  }
  if (state.inList) {
    if (text !== '') pieces.push({ key: state.key ?? '', isItem: true, text })
    return
  }
  pieces.push({ key: state.key ?? '', isItem: false, text })
  state.key = null
}
