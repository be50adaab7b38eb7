import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { territoryKeys } from '@/features/catalogue/territories/keys';
import { isVersionConflict } from '@/lib/api/versions';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { CURRENCIES, symbolOf } from '../currencies';
import { type ManagedTerritory, saveSettings } from '../queries';
import { useKeptBase } from './use-kept-base';

interface Props {
  territory: ManagedTerritory;
  onSaved: () => void;
  onReload: () => void;
}

const isCode = (value: unknown): value is string => typeof value === 'string' && symbolOf(value) !== undefined;

/** The currency in which a region sells. */
export function CurrencySettings({ territory, onSaved, onReload }: Props) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const id = useId();
  const key = `territorio-currency-${territory.id}`;
  const { currency_code, currency_symbol } = territory;
  const [code, setCode] = useState(() => readJson('session', key, isCode) ?? currency_code);
  const changed = code !== currency_code;
  const was = useKeptBase(`currency-${territory.id}`, { currency_code, currency_symbol }, changed);
  const names = new Intl.DisplayNames([i18n.locale], { type: 'currency' });
  const forget = () => {
    removeText('session', key);
    was.forget();
  };
  const save = useMutation({
    mutationFn: async (over: boolean) => {
      const part = { currency_code: code, currency_symbol: symbolOf(code) ?? currency_symbol };
      await saveSettings(territory.id, over ? null : was.base, part);
      forget();
      await client.invalidateQueries({ queryKey: territoryKeys.all });
      onSaved();
    },
  });
  const conflict = isVersionConflict(save.error);
  function choose(next: string) {
    save.reset();
    setCode(next);
    writeJson('session', key, next);
  }
  return (
    <Card className="p-4 sm:p-5">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(false);
        }}
      >
        <h2 className="text-lg font-bold">
          <Trans>Currency settings</Trans>
        </h2>
        <UnsavedGuard dirty={changed && !save.isPending} onDiscard={forget} />
        {conflict && (
          <ConflictNotice
            onReload={() => {
              forget();
              onReload();
            }}
            onKeep={() => save.mutate(true)}
          />
        )}
        {save.error && !conflict && <Alert tone="danger">{save.error.message}</Alert>}
        <Field
          id={id}
          label={t`Currency`}
          hint={t`Prices keep their numbers and are read in the new currency. Bookings already made keep theirs.`}
        >
          <Select value={code} onChange={(event) => choose(event.target.value)}>
            {CURRENCIES.map(([one, symbol]) => (
              <option key={one} value={one}>
                {`${one} ${symbol}, ${names.of(one) ?? one}`}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          type="submit"
          variant={changed ? 'primary' : 'secondary'}
          className="justify-self-start"
          busy={save.isPending}
        >
          <Trans>Save currency</Trans>
        </Button>
      </form>
    </Card>
  );
}
