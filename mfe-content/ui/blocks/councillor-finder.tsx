import { CardList, useSelector } from '@tessera/shared/ui'
import { streetName } from '../../domain/street-lookup.ts'
import { selectContent } from '../../state/content.slice.ts'
import type { BlockProps } from './block-props.ts'
import { StreetLookupForm } from './street-lookup-form.tsx'

/** Look-up of the councillors for a street's ward. */
export function CouncillorFinderBlock({ block, level, messages }: BlockProps<'councillorFinder'>) {
  const { councillors: lookup } = useSelector(selectContent)
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <StreetLookupForm
      place="your-councillors"
      button={messages.findCouncillors}
      {...{ block, level, messages, lookup }}
    >
      {lookup?.street && (
        <>
          <Heading>
            {lookup.street.councillors.length > 0
              ? messages.councillorsOf(lookup.street.ward)
              : messages.noCouncillors(streetName(lookup.street))}
          </Heading>
          {lookup.street.councillors.length > 0 && (
            <CardList cards={lookup.street.councillors} level={4} messages={messages} />
          )}
        </>
      )}
    </StreetLookupForm>
  )
}
