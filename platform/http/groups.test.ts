import managementModule from 'contensis-management-api'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPlatform } from '../bench/start-platform.ts'
import { createPlatform, type Platform } from '../create-platform.ts'
import { ask, PROJECT, SEED, signIn } from '../testing/a-platform.ts'

const { UniversalClient: Management } = managementModule
const MEMBERS_PAGE = `${PROJECT}/entries/99000000-0000-4000-8000-000000000003`

describe('groups that are made and changed (protocol 1.19, the management client)', () => {
  let folder = ''
  let platform: Platform
  let groups: InstanceType<typeof Management>['security']['groups']
  const start = async (): Promise<void> => {
    platform = await createPlatform({ dataDir: join(folder, 'data'), seed: SEED })
    const { url } = await platform.listen(0)
    groups = Management.create({
      rootUrl: url,
      projectId: 'website',
      clientType: 'client_credentials',
      clientDetails: {
        clientId: '11111111-2222-4333-8444-555555555555',
        clientSecret: 'hillside-shared-secret',
      },
    } as never).security.groups
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-groups-'))
    await start()
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const idOf = async (name: string): Promise<string> => (await groups.getByName(name)).id ?? ''
  const visitor = async (): Promise<Record<string, string>> => ({
    authorization: `Bearer ${(await signIn(platform, 'v.visitor', 'Vis1tor-pass-word')).json.access_token}`,
  })
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await ask(platform, MEMBERS_PAGE, headers)).status
  const named = ({ items }: { readonly items: readonly { readonly name?: string }[] }) =>
    items.map(({ name }) => name)

  test('a group is created, found by its name in any case, changed and removed', async () => {
    const made = await groups.create({ name: 'Pond Club', description: 'Frogs' } as never)
    expect(made).toMatchObject({ name: 'Pond Club', description: 'Frogs', type: 'contensis' })
    expect(await idOf('pond club')).toBe(made.id)
    const changed = await groups.update({ id: made.id, name: 'Lake Club', description: 'Swans' } as never)
    expect([changed.id, changed.name]).toEqual([made.id, 'Lake Club'])
    await expect(groups.getByName('Pond Club')).rejects.toMatchObject({ status: 404 })
    await groups.delete(made.id ?? '')
    await expect(groups.getById(made.id ?? '')).rejects.toMatchObject({ status: 404 })
  })

  test('members of a child group may see the pages of its parent, until the child is taken out or removed', async () => {
    const headers = await visitor()
    expect(await status(headers)).toBe(403)
    const inner = await groups.create({ name: 'Guests' } as never)
    const [members, guests] = [await idOf('Members'), inner.id ?? '']
    await groups.addUser(guests, '5e000000-0000-4000-8000-000000000004')
    await groups.addChildGroup(members, guests)
    expect(await status(headers)).toBe(200)
    await groups.removeChildGroup(members, guests)
    expect(await status(headers)).toBe(403)
    await groups.addChildGroups(members, [guests])
    expect([await status(headers), await groups.hasUser(members, 'v.visitor')]).toEqual([200, true])
    await groups.delete(guests)
    expect([await status(headers), await groups.hasUser(members, 'v.visitor')]).toEqual([403, false])
  })

  test('lists of groups: child groups, the group itself, all descendants, without excluded groups, in order', async () => {
    const members = await idOf('Members')
    const deep = await groups.create({ name: 'Adders' } as never)
    await groups.addChildGroup(await idOf('Garden Friends'), deep.id ?? '')
    const inside = async (options: object) =>
      named(await groups.getChildGroupsByGroupId(members, options as never))
    expect(await inside({})).toEqual(['Garden Friends'])
    expect(await inside({ includeInherited: true, order: ['name'] })).toEqual(['Adders', 'Garden Friends'])
    expect(await inside({ includeSelf: true, includeInherited: true, order: ['-name'] })).toEqual([
      'Members',
      'Garden Friends',
      'Adders',
    ])
    const some = { includeInherited: true, excludedGroups: [deep.id] }
    expect(await inside(some)).toEqual(['Garden Friends'])
  })

  test('changes of a group at the same time are all stored, and two groups never get the same name', async () => {
    const outer = (await groups.create({ name: 'Outer' } as never)).id ?? ''
    const made = await Promise.allSettled(
      ['Twins', 'twins', 'TWINS'].map((name) => groups.create({ name } as never)),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const inner = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => (await groups.create({ name } as never)).id ?? ''),
    )
    const inside = async () => named(await groups.getChildGroupsByGroupId(outer)).toSorted()
    await Promise.all(inner.map((id) => groups.addChildGroup(outer, id)))
    expect(await inside()).toEqual(['One', 'Three', 'Two'])
    await Promise.all(inner.slice(1).map((id) => groups.removeChildGroup(outer, id)))
    expect(await inside()).toEqual(['One'])
  })

  test('two groups that are put into each other at the same time do not make a cycle', async () => {
    const [left, right] = await Promise.all(
      ['Left', 'Right'].map(async (name) => (await groups.create({ name } as never)).id ?? ''),
    )
    if (left === undefined || right === undefined) throw new Error('There are two groups')
    const added = await Promise.allSettled([
      groups.addChildGroup(left, right),
      groups.addChildGroup(right, left),
    ])
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('groups are kept across a restart, and are part of an export', async () => {
    const made = await groups.create({ name: 'Keepers', custom: { level: 3 } } as never)
    await groups.update({ id: await idOf('Staff'), name: 'Crew' } as never)
    await platform.close()
    const file = join(folder, 'export.json')
    await runPlatform(['export', file, '--data', join(folder, 'data')])
    const exported = JSON.parse(readFileSync(file, 'utf8')) as {
      groups: { id: string; name: string; custom: object }[]
    }
    expect(exported.groups.find(({ id }) => id === made.id)).toMatchObject({
      name: 'Keepers',
      custom: { level: 3 },
    })
    expect(exported.groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Crew']))
    await start()
    expect([await idOf('Keepers'), named(await groups.list()).includes('Staff')]).toEqual([made.id, false])
  })

  test('invalid changes are refused, and every change by an anonymous requester', async () => {
    const [admins, members, friends] = [
      await idOf('System Administrators'),
      await idOf('Members'),
      await idOf('Garden Friends'),
    ]
    await expect(groups.create({ name: 'MEMBERS' } as never)).rejects.toMatchObject({ status: 409 })
    for (const name of ['', 'a,b', 'a/b', 'x'.repeat(101)])
      await expect(groups.create({ name, description: 'x' } as never)).rejects.toBeTruthy()
    await expect(groups.delete(admins)).rejects.toMatchObject({ status: 403 })
    await expect(groups.update({ id: admins, name: 'Nobody' } as never)).rejects.toMatchObject({
      status: 403,
    })
    await expect(groups.addChildGroup(friends, members)).rejects.toMatchObject({ status: 422 })
    await expect(groups.addChildGroup(members, members)).rejects.toMatchObject({ status: 422 })
    await expect(groups.addChildGroup(members, 'nowhere')).rejects.toMatchObject({ status: 404 })
    const attempts = [
      ['POST', '', { name: 'Mine' }],
      ['PUT', `/${members}`, { name: 'Mine' }],
      ['DELETE', `/${members}`, {}],
      ['POST', `/${members}/groups`, [friends]],
      ['PUT', `/${members}/groups/${friends}`, {}],
      ['DELETE', `/${members}/groups/${friends}`, {}],
    ] as const
    for (const [method, path, payload] of attempts)
      for (const [headers, expected] of [
        [await visitor(), 403],
        [{}, 401],
      ] as const) {
        const answer = await platform.inject({ method, url: `/api/security/groups${path}`, headers, payload })
        expect([method, path, answer.statusCode]).toEqual([method, path, expected])
      }
  })
})
