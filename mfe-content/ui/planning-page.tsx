import { formatDate } from '@tessera/shared/messages'
import { CardList, Link, PlaceMap, useSelector } from '@tessera/shared/ui'
import { contentConfig } from '../content.config.ts'
import type { PlanningModel } from '../domain/page-model.ts'
import { sitePage } from '../domain/site-page.ts'
import { planningSteps, streetOf, type PlanningStep } from '../domain/planning.ts'
import type { ContentMessages } from '../messages/index.ts'
import { selectContent } from '../state/content.slice.ts'
import { EntryLink } from './entry-link.tsx'
import { Facts, Lines } from './facts.tsx'
import facts from './facts.module.css'
import { PageEnd } from './page-aside.tsx'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import layout from './page-layout.module.css'
import styles from './planning-page.module.css'

/** A planning application: its facts, its progress, its documents, and how to comment on it. */
export function PlanningPage(page: PageProps<PlanningModel>) {
  const { model, route, language, messages } = page
  const { now, nearby } = useSelector(selectContent)
  const isOpen = now.isOpen === true
  return (
    <article className={`wrap ${layout.page}`}>
      <PageHeader model={model} route={route} messages={messages}>
        {model.status && <p className={facts.tag}>{model.status}</p>}
      </PageHeader>
      <div className={layout.columns}>
        <div className={layout.side}>
          <ApplicationFacts model={model} messages={messages} />
        </div>
        <div className={layout.text}>
          <Timeline steps={planningSteps(model, isOpen)} status={model.status} messages={messages} />
          {isOpen && <Comment model={model} language={language} messages={messages} />}
          {model.documents.length > 0 && (
            <section>
              <h2>{messages.documents}</h2>
              <ul>
                {model.documents.map((link) => (
                  <li key={link.href}>
                    <EntryLink link={link} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {nearby.length > 0 && (
            <section>
              <h2>{messages.alsoIn(streetOf(model.address ?? '') ?? '')}</h2>
              <CardList cards={nearby} level={3} layout="rows" messages={messages} />
            </section>
          )}
          <PageEnd page={page} />
        </div>
      </div>
    </article>
  )
}

interface Part {
  readonly model: PlanningModel
  readonly messages: ContentMessages
}

function ApplicationFacts({ model, messages }: Part) {
  const place = [model.address, model.postcode].flatMap((line) => line ?? [])
  return (
    <>
      <Facts
        facts={[
          [messages.reference, model.reference],
          [messages.address, place.length > 0 ? <Lines lines={place} /> : null],
          [messages.ward, model.ward],
          [messages.applicant, model.applicant],
        ]}
      />
      {model.location && (
        <PlaceMap place={{ ...model.location, title: model.address ?? model.title }} messages={messages} />
      )}
    </>
  )
}

function Comment({ model, language, messages }: Part & { readonly language: string }) {
  const page = sitePage(contentConfig.commentPaths, language)
  if (!page || !model.reference || !model.consultationEnds) return null
  return (
    <p>
      <Link
        className="button"
        hrefLang={page.hrefLang}
        href={`${page.path}?${new URLSearchParams({ reference: model.reference }).toString()}`}
      >
        {messages.commentOnIt}
      </Link>
    </p>
  )
}

function Timeline({
  steps,
  status,
  messages,
}: {
  readonly steps: readonly PlanningStep[]
  readonly status: string | undefined
  readonly messages: ContentMessages
}) {
  const name = {
    received: messages.received,
    consultation: messages.consultation,
    decision: messages.decision,
  }
  return (
    <section>
      <h2>{messages.progress}</h2>
      <ol className={styles.steps}>
        {steps.map(({ step, date, state }) => (
          <li key={step} data-state={state} {...(state === 'current' && { 'aria-current': 'step' as const })}>
            <b>{step === 'decision' && state === 'done' && status ? status : name[step]}</b>
            {date ? (
              <span>
                {step === 'consultation' &&
                  (state === 'current' ? `${messages.openUntil} ` : `${messages.ended} `)}
                <time dateTime={date}>{formatDate(date, messages.dates)}</time>
              </span>
            ) : (
              <span>{messages.notDecided}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
