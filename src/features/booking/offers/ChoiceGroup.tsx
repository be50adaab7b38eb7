import { useId } from 'react';
import { ChoiceLabel } from './choice-labels';
import { Option } from './choice-parts';
import type { Reader } from './labels';
import type { Choice, Offer } from './offer';

interface Props {
  /** Null if there is only one group. */
  title: string | null;
  choices: readonly Choice[];
  offer: Offer;
  reader: Reader;
  name: string;
  keyOf: (choice: Choice) => string;
  isPicked: (choice: Choice) => boolean;
  onPick: (choice: Choice) => void;
}

/** Shows departures of the booked service, or of the proposed one. */
export function ChoiceGroup({ title, choices, offer, reader, name, keyOf, isPicked, onPick }: Props) {
  const id = useId();
  if (choices.length === 0) return null;
  const options = choices.map((choice) => (
    <Option key={keyOf(choice)} name={name} checked={isPicked(choice)} onChoose={() => onPick(choice)}>
      <ChoiceLabel choice={choice} offer={offer} reader={reader} />
    </Option>
  ));
  if (title === null) return options;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the choice as a whole is the fieldset, and its radio buttons are one
    <div role="group" aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-2 not-first:mt-3">
      <p id={id} className="font-semibold">
        {title}
      </p>
      {options}
    </div>
  );
}
