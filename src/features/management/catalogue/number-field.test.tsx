import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { Form, FormFooter } from '@/ui/form/Form';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { NumberField } from './NumberField';

const schema = z.object({ price: numberShape });
type Values = z.infer<typeof schema>;

function PriceForm({ save }: { save: (values: Values) => Promise<void> }) {
  const form = useForm({ schema, values: { price: null } as Values, save, next: (values) => values });
  return (
    <Form form={form}>
      <NumberField<Values> name="price" label="Price" symbol="Q" decimal />
      <FormFooter submit="Save" />
    </Form>
  );
}

it.each([
  ['385,50', 385.5],
  ['385.50', 385.5],
  ['1.234,50', 1234.5],
  ['-5', -5],
  ['38x5', Number.NaN],
])('passes on what was typed, %s, unchanged', async (typed, price) => {
  const save = vi.fn(async (_: Values) => undefined);
  const { user } = renderApp(<PriceForm save={save} />);
  await user.type(screen.getByLabelText('Price'), typed);
  expect(screen.getByLabelText('Price')).toHaveValue(typed);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(save.mock.calls[0]?.[0]).toEqual({ price });
});
