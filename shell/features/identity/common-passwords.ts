/**
 * Words that most leaked passwords consist of. Passwords need at least twelve characters, so a list of whole passwords would
 * match few: instead the letters that remain without digits and other signs are compared with these words.
 */
const WORDS = [
  'password passwort passwd pass word letmein welcome croeso cyfrinair admin administrator root login signin secret',
  'user guest test testing default changeme temp temporary master access private',
  'qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc poiuyt lkjhg mnbvcxz',
  'abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghijkl abcdefghijklm aaa iloveyou ilove loveyou love you lovely',
  'princess prince sunshine dragon monkey football baseball basketball soccer hockey superman batman spiderman',
  'starwars pokemon shadow michael jordan liverpool chelsea arsenal everton manchester united wales cymru england london',
  'summer winter spring autumn january february march april june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday hello goodbye freedom whatever trustno trustnoone trust',
  'computer internet google facebook samsung charlie jessica ashley daniel george hannah thomas oliver jack harry',
  'flower butterfly cookie chocolate cheese ginger pepper tigger buster killer hunter ranger mustang ferrari porsche',
  'council larkmoor tessera contensis website qwe qwer asd zxc one two three four five six my the is new is1',
].flatMap((line) => line.split(' '))

/** Letters that these characters replace: `p@ssw0rd` is read as `password`. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const MAX_CHECKED = 64

const KNOWN: ReadonlySet<string> = new Set(WORDS)
const LONGEST = Math.max(...WORDS.map((word) => word.length))

/** Whether a password consists only of what attackers try first: known words, sequences, repetitions and years. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase().slice(0, MAX_CHECKED)
  if (new Set(folded).size < 4 || isRun(folded)) return true
  const bare = folded.replace(/[^\p{L}]+$/u, '')
  const readings = [folded, [...bare].map((sign) => SUBSTITUTIONS[sign] ?? sign).join('')]
  return readings.some((reading) => isMadeOfWords(reading.replace(/[^\p{L}]+/gu, '')))
}

/** Whether a text is a sequence, up or down: `abcdefghijkl`, `987654321098`. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index))
  const even = steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9)
  return even.length >= steps.length - 1
}

/** Whether known words cover all letters; also true for fewer than three letters, as in passwords of digits. */
function isMadeOfWords(letters: string): boolean {
  if (letters.length < 3) return true
  const reachable = new Set([0])
  for (let end = 1; end <= letters.length; end += 1) {
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      if (reachable.has(start) && KNOWN.has(letters.slice(start, end))) reachable.add(end)
    }
  }
  return reachable.has(letters.length)
}
