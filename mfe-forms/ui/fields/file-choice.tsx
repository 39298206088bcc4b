import { fileOf } from '../../domain/field-value.ts'
import type { FormsMessages } from '../../messages/index.ts'
import type { FileProgress } from '../../state/form-state.ts'
import type { ControlProps } from '../field-view.ts'
import styles from './file-input.module.css'
import { FilePicture } from './file-picture.tsx'

interface FileChoiceProps extends ControlProps {
  /** Name of the chosen file; empty without one. */
  readonly name: string
  /** Whether it cannot be replaced. */
  readonly isFixed: boolean
  readonly onFiles: (files: FileList | null) => void
  readonly onRemove: () => void
}

/** Controls beside the browser's own file input: ways to choose a file, and the chosen one. */
export const FileChoice = (props: FileChoiceProps) => (
  <>
    {!props.isFixed && <Choices {...props} />}
    {props.name && <ChosenFile {...props} />}
  </>
)

/** Labels that open the browser's file input, in the language of the page, and on telephones the camera. */
function Choices({ field, control, messages, name, onFiles }: FileChoiceProps) {
  const types = field.allowedFileTypes
  return (
    <>
      <label className="button button--quiet" htmlFor={control.id}>
        {name ? messages.chooseOtherFile : messages.chooseFile}
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

/** The chosen file, its progress, and what can be done with it. */
function ChosenFile({ field, value, errors, messages, upload, name, isFixed, onRemove }: FileChoiceProps) {
  const progress = upload?.progress ?? null
  const size = fileOf(value)?.sizeBytes
  const step = fileStep(progress, messages)
  // Once its form is stored, a required file can only be replaced.
  const isRemovable = !isFixed && !(field.isRequired && progress)
  return (
    <div className={styles['file']}>
      <FilePicture file={upload?.file ?? null} />
      <div className={styles['about']}>
        <p>{messages.chosenFile(name)}</p>
        <p className={styles['size']}>
          {[size && messages.fileSize(size), step].filter(Boolean).join(' · ')}
        </p>
      </div>
      <FileActionButton {...{ messages, name, progress, upload, isValid: errors.length === 0 }} />
      {isRemovable && <FileButton label={messages.removeFile} name={name} onPress={onRemove} />}
      <UploadProgress name={name} progress={progress} />
    </div>
  )
}

/** The progress of a file in words; null before it is sent, and if it has failed. */
function fileStep(progress: FileProgress | null, messages: FormsMessages): string | null {
  switch (progress?.step) {
    case 'waiting':
      return messages.fileWaiting
    case 'sending':
      return progress.percent === 100 ? messages.fileChecked : messages.fileSending
    case 'arrived':
      return messages.fileArrived
    case 'cancelled':
      return messages.fileCancelled
    default:
      return null
  }
}

const isUploading = (progress: FileProgress | null): boolean =>
  progress?.step === 'waiting' || progress?.step === 'sending'

/** The progress bar. When all is sent it is indeterminate, since the time until the answer is not known. */
function UploadProgress({ name, progress }: Pick<FileActionButtonProps, 'name' | 'progress'>) {
  if (!progress || !isUploading(progress)) return null
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

interface FileActionButtonProps extends Pick<ControlProps, 'messages' | 'upload'> {
  readonly name: string
  readonly progress: FileProgress | null
  readonly isValid: boolean
}

/** Cancels the file, or sends it again: one button, so that it keeps the focus when it is pressed. */
function FileActionButton({ messages, name, progress, upload, isValid }: FileActionButtonProps) {
  const canBeSent = progress?.step === 'cancelled' || (progress?.step === 'failed' && !progress.isFinal)
  if (isUploading(progress))
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
