import type { AskData } from '@tessera/contract'
import { readTitles } from '../domain/read-titles.ts'

/** Request a page of titles, counted from 0. Rejects when there is no answer. */
export type AskTitles = (page: number) => Promise<readonly string[]>

/** Uses the host's own `ask`, which has a deadline. */
export const createAskTitles =
  (ask: AskData): AskTitles =>
  async (page) =>
    readTitles(
      await ask(
        { remote: 'mfe-example', name: 'titles', params: { page: String(page) } },
        new AbortController().signal,
      ),
    )
