import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './Avatar.tsx';

it.each([
  ['ana', 'A'],
  ['  ñandú', 'Ñ'],
  ['\u202eevil', 'E'],
  ['«Río» Tours', 'R'],
  ['مرحبا', 'م'],
  ['👩‍🌾 Marta', '👩'],
  ['7 Cruces', '7'],
  ['\u200b \u202e', '?'],
  ['', '?'],
])('shows %j without a picture as %s', (name, initial) => {
  expect(render(<Avatar name={name} />).container).toHaveTextContent(
    new RegExp(`^${initial.replace('?', '\\?')}$`, 'u'),
  );
});
