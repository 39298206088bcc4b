/** Text without control characters, which a terminal would obey: it may be what a visitor typed. */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '?')

/** Print a line for the operator. */
export const say = (line: string): void => void process.stdout.write(`${plain(line)}\n`)
