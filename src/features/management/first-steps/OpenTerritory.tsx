import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { refreshOffers } from '../catalogue/queries';
import { type FirstSteps, firstStepsKey, openTerritory } from './queries';

interface Props {
  data: FirstSteps;
  territoryId: string;
  status: Pick<StatusControls, 'success'>;
  /** The id of the text that explains why the button is locked. */
  reason: string;
}

/** Makes a territory visible after a confirmation. The button is locked while steps are missing. */
export function OpenTerritory({ data, territoryId, status, reason }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isLocked = data.needs.length > 0 || !data.manages;
  const { name } = data.territory;
  // If no experience can be booked yet, the territory sells only transport.
  const title = data.lacks.length > 0 ? null : (data.experience?.title ?? null);
  async function open() {
    await openTerritory(territoryId);
    await Promise.all([
      client.invalidateQueries({ queryKey: firstStepsKey(territoryId) }),
      client.invalidateQueries({ queryKey: territoryKeys.all }),
      refreshOffers(client, experienceKeys.all),
    ]);
    setAsking(false);
    status.success(t`${name} is open. Visitors can now find it.`);
  }
  return (
    <>
      <Button
        size="sm"
        variant={isLocked ? 'secondary' : 'primary'}
        className="min-h-11"
        disabled={isLocked}
        aria-describedby={isLocked ? reason : undefined}
        onClick={() => setAsking(true)}
      >
        <Trans>Make visible</Trans>
      </Button>
      {asking && (
        <ConfirmDialog
          open
          tone="primary"
          title={<Trans>Make {name} visible?</Trans>}
          description={
            title === null ? (
              <span key="transport">
                <Trans>Everyone can now find the region and book its transport.</Trans>
              </span>
            ) : (
              <span key="experience">
                <Trans>
                  Everyone can now find the region and book {title}. Anything else that's hidden stays hidden.
                </Trans>
              </span>
            )
          }
          confirm={<Trans>Make visible</Trans>}
          onCancel={() => setAsking(false)}
          onConfirm={open}
        />
      )}
    </>
  );
}
