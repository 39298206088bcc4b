import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** The exports of React 19.2.0, the oldest React that is accepted from a host (shared/embed/hosted/choose-react.ts). */
const OF_19_2 =
  'Activity Children Component Fragment Profiler PureComponent StrictMode Suspense cache cacheSignal cloneElement createContext createElement createRef forwardRef isValidElement lazy memo startTransition use useActionState useCallback useContext useDebugValue useDeferredValue useEffect useEffectEvent useId useImperativeHandle useInsertionEffect useLayoutEffect useMemo useOptimistic useReducer useRef useState useSyncExternalStore useTransition version'.split(
    ' ',
  )

describe('what pages of other sites load, with React of the host (docs/decisions/0093)', () => {
  it('needs nothing of React that the oldest one taken has not', () => {
    const files = globSync('{shared,mfe-forms,mfe-search}/**/*.{ts,tsx}', {
      cwd: ROOT,
      exclude: (name) => name.includes('node_modules'),
    }).filter((file) => !/\.test\.tsx?$|(^|[\\/])testing[\\/]/.test(file))
    const used = files.flatMap((file) =>
      [
        ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^import \{([^}]*)\} from 'react'$/gm),
      ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
    )
    const needed = new Set(used.filter((name) => name !== '' && !name.startsWith('type ')))
    expect(needed.size).toBeGreaterThan(10)
    expect([...needed].filter((name) => !OF_19_2.includes(name))).toEqual([])
  })
})
