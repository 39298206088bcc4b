import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
} from 'react'
import { asText, fileOf } from '../../domain/field-value.ts'
import type { FormsMessages } from '../../messages/index.ts'
import type { FileProgress } from '../../state/form-state.ts'
import type { ControlProps } from '../field-view.ts'
import { fileStep } from '../upload-text.ts'
import styles from './file-input.module.css'
import { FilePicture } from './file-picture.tsx'

/**
 * A file to choose, drop, paste or photograph. The state knows its name, size and type; the file itself is held by whoever sends it.
 * Without script it is the browser's own control.
 */
export function FileInput(props: ControlProps) {
  const { field, value, control, messages, upload, onLeave } = props
  const input = useRef<HTMLInputElement>(null)
  const isEnhanced = useEnhanced(input, (file) => upload?.onFile(file))
  const [isRefused, setRefused] = useState(false)
  const name = asText(field, value)
  const isFixed = isSettled(upload?.progress)
  const take = (files: FileList | null) => {
    setRefused((files?.length ?? 0) > 1)
    const [file] = files ?? []
    if (file && files?.length === 1 && !isFixed) upload?.onFile(file)
  }
  return (
    <DropBox isEnhanced={isEnhanced} onFiles={take}>
      <input
        {...control}
        ref={input}
        className={styles['input']}
        type="file"
        name={`file_${field.id}`}
        accept={field.allowedFileTypes?.map((type) => `.${type}`).join(',')}
        aria-required={field.isRequired}
        disabled={isFixed}
        onChange={(event) => (event.target.files?.[0] ? take(event.target.files) : upload?.onFile(null))}
        onBlur={() => onLeave()}
      />
      {isEnhanced && !isFixed && <Choices {...props} hasFile={name !== ''} onFiles={take} />}
      {isRefused && <p role="alert">{messages.oneFile}</p>}
      {name && (
        <ChosenFile
          {...props}
          name={name}
          onRemove={() => {
            if (input.current) input.current.value = ''
            upload?.onFile(null)
            input.current?.focus()
          }}
        />
      )}
    </DropBox>
  )
}

const isOnItsWay = (progress: FileProgress | null | undefined): boolean =>
  progress?.step === 'waiting' || progress?.step === 'sending'

/** Nothing can be chosen in its place: it is being sent, or it has arrived. */
const isSettled = (progress: FileProgress | null | undefined): boolean =>
  isOnItsWay(progress) || progress?.step === 'arrived'

/** Whether the script runs. A file that was chosen before is taken then. */
function useEnhanced(input: React.RefObject<HTMLInputElement | null>, adopt: (file: File) => void): boolean {
  const [isEnhanced, setEnhanced] = useState(false)
  const begin = useEffectEvent(() => {
    const file = input.current?.files?.[0]
    if (file) adopt(file)
    setEnhanced(true)
  })
  useEffect(() => begin(), [])
  return isEnhanced
}

interface DropBoxProps {
  readonly isEnhanced: boolean
  readonly onFiles: (files: FileList) => void
  readonly children: ReactNode
}

/** Takes files that are dropped on it, or pasted into what is in it. Text that is dropped or pasted is left to the browser. */
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

interface ChoicesProps extends ControlProps {
  readonly hasFile: boolean
  readonly onFiles: (files: FileList | null) => void
}

/** What opens the browser's control, in the words of the page, and on telephones their camera. */
function Choices({ field, control, messages, hasFile, onFiles }: ChoicesProps) {
  const types = field.allowedFileTypes
  return (
    <>
      <label className="button button--quiet" htmlFor={control.id}>
        {hasFile ? messages.chooseOtherFile : messages.chooseFile}
      </label>
      {/* Cameras make JPEG files. */}
      {(!types || types.includes('jpg')) && (
        <label className={`button button--quiet ${styles['camera']}`}>
          {messages.takePhoto}
          <span className="visually-hidden">: {field.label}</span>
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => onFiles(event.target.files)}
          />
        </label>
      )}
      <span className={styles['drop']}>{messages.dropFile}</span>
    </>
  )
}

interface ChosenFileProps extends ControlProps {
  readonly name: string
  readonly onRemove: () => void
}

/** The file that was chosen, how far it is, and what can be done with it. */
function ChosenFile({ field, value, errors, messages, upload, name, onRemove }: ChosenFileProps) {
  const progress = upload?.progress ?? null
  const size = fileOf(value)?.sizeBytes
  const step = fileStep(progress, messages)
  // Once its form is stored, one that has to be there can only be replaced.
  const isRemovable = !isSettled(progress) && !(field.isRequired && progress)
  return (
    <div className={styles['file']}>
      <FilePicture file={upload?.file ?? null} />
      <div className={styles['about']}>
        <p>{messages.chosenFile(name)}</p>
        <p className={styles['size']}>
          {[size && messages.fileSize(size), step].filter(Boolean).join(' · ')}
        </p>
      </div>
      <FileAct {...{ messages, name, progress, upload, isValid: errors.length === 0 }} />
      {isRemovable && <FileButton label={messages.removeFile} name={name} onPress={onRemove} />}
      <Bar name={name} progress={progress} />
    </div>
  )
}

/** How much of it has been sent. When that is all, nobody can say how long its answer takes. */
function Bar({ name, progress }: Pick<FileActProps, 'name' | 'progress'>) {
  if (!progress || !isOnItsWay(progress)) return null
  const { percent = 0 } = progress
  return (
    <progress
      className={styles['progress']}
      aria-label={name}
      max={100}
      value={percent === 100 ? undefined : percent}
    />
  )
}

interface FileActProps extends Pick<ControlProps, 'messages' | 'upload'> {
  readonly name: string
  readonly progress: FileProgress | null
  readonly isValid: boolean
}

/** Cancel it, or have it sent again: one button, so that whoever has pressed it keeps the focus. */
function FileAct({ messages, name, progress, upload, isValid }: FileActProps) {
  const canBeSent = progress?.step === 'cancelled' || (progress?.step === 'failed' && !progress.isFinal)
  if (isOnItsWay(progress))
    return <FileButton key="act" label={messages.cancelFile} name={name} onPress={upload?.onCancelFile} />
  const isNew = progress?.step === 'chosen'
  if (!isValid || (!canBeSent && !isNew)) return null
  const label = isNew ? messages.sendFile : messages.tryAgain
  return <FileButton key="act" label={label} name={name} onPress={upload?.onSendFile} />
}

interface FileButtonProps {
  readonly label: FormsMessages['removeFile']
  readonly name: string
  readonly onPress: (() => void) | undefined
}

const FileButton = ({ label, name, onPress }: FileButtonProps) => (
  <button className="button button--quiet" type="button" onClick={onPress}>
    {label}
    <span className="visually-hidden">: {name}</span>
  </button>
)
