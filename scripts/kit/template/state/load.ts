import type { DataRequest, Json, LoadRequest, LoadResult } from '@tessera/contract'
import { PAGE_SIZE } from '../domain/read-titles.ts'
import type { ExampleMessages } from '../messages/index.ts'
import { titlesLoaded } from './example.slice.ts'

/** Runs on the server before rendering: loads what the page shows. */
export async function load(request: LoadRequest<ExampleMessages>): Promise<LoadResult> {
  if (request.slot.view !== 'page') return {}
  return {
    head: { title: request.messages.title },
    actions: [titlesLoaded(await titlesOf(request, 0))],
  }
}

/** The data that the browser half may request: `?page=1` and so on. */
export const loadTitles = async (request: DataRequest<ExampleMessages>): Promise<Json> =>
  titlesOf(request, Math.max(0, Math.trunc(Number(request.query['page'] ?? 0)) || 0))

async function titlesOf({ client, language }: Pick<DataRequest, 'client' | 'language'>, pageIndex: number) {
  const { items } = await client.entries({ language, pageIndex, pageSize: PAGE_SIZE })
  return items.map(({ entryTitle }) => entryTitle ?? '').filter((title) => title !== '')
}
