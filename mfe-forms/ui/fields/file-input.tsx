import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
} from 'react'
import { asText } from '../../domain/field-value.ts'
import type { FileProgress } from '../../state/form-state.ts'
import type { ControlProps } from '../field-view.ts'
import { useDeferredComponent } from '../use-deferred-component.ts'
import styles from './file-input.module.css'

/**
 * A file to choose, drop, paste or photograph. The state has its name, size and type; the file itself is held by the code that sends it.
 * Without script, and until the rest of its code is loaded, it is the browser's own control.
 */
export function FileInput(props: ControlProps) {
  const { field, value, control, messages, upload, onLeave } = props
  const input = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const name = asText(field, value)
  // If it cannot be loaded the browser's own control works as well; another file means another attempt.
  const { View: Choice } = useDeferredComponent(loadChoice, name)
  useAdopted(input, (file) => upload?.onFile(file))
  const isFixed = isSettled(upload?.progress)
  const take = (files: FileList | null) => {
    setRefused((files?.length ?? 0) > 1)
    const [file] = files ?? []
    if (file && files?.length === 1 && !isFixed) upload?.onFile(file)
  }
  const remove = () => {
    if (input.current) input.current.value = ''
    upload?.onFile(null)
    input.current?.focus()
  }
  return (
    <DropBox isEnhanced={Choice !== null} onFiles={take}>
      <input
        {...control}
        ref={input}
        className={styles['input']}
        type="file"
        name={`file_${field.id}`}
        accept={field.allowedFileTypes?.map((type) => `.${type}`).join(',')}
        aria-required={field.isRequired}
        disabled={isFixed}
        // Else a browser is silent when the same file is chosen again, which may have been changed meanwhile.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={(event) => (event.target.files?.[0] ? take(event.target.files) : upload?.onFile(null))}
        onBlur={() => onLeave()}
      />
      {Choice ? (
        <Choice {...props} {...{ name, isFixed }} onFiles={take} onRemove={remove} />
      ) : (
        name && <p>{messages.chosenFile(name)}</p>
      )}
      {isRefused && <p role="alert">{messages.oneFile}</p>}
    </DropBox>
  )
}

/** Whether it cannot be replaced: it is being sent, or has arrived. */
const isSettled = (progress: FileProgress | null | undefined): boolean =>
  progress?.step === 'waiting' || progress?.step === 'sending' || progress?.step === 'arrived'

/** Adopts a file that was chosen before the script ran. */
function useAdopted(input: React.RefObject<HTMLInputElement | null>, adopt: (file: File) => void): void {
  const begin = useEffectEvent(() => {
    const file = input.current?.files?.[0]
    if (file) adopt(file)
  })
  useEffect(() => begin(), [])
}

const loadChoice = async () => (await import('./file-choice.tsx')).FileChoice

interface DropBoxProps {
  readonly isEnhanced: boolean
  readonly onFiles: (files: FileList) => void
  readonly children: ReactNode
}

/** Accepts files that are dropped on it or pasted into it. Text that is dropped or pasted is left to the browser. */
function DropBox({ isEnhanced, onFiles, children }: DropBoxProps) {
  const [isOver, setOver] = useState(false)
  const accept = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={styles['box']}
      role="presentation"
      data-enhanced={isEnhanced || undefined}
      data-over={isOver || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => accept(event, event.dataTransfer)}
      onPaste={(event) => accept(event, event.clipboardData)}
    >
      {children}
    </div>
  )
}
