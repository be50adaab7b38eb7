import { ContactFields, SpanishField } from './ContactFields';
import { DateField } from './DateField';
import { DepartureField } from './DepartureField';
import { PartyField } from './PartyField';
import { PaymentMethodField } from './PaymentMethodField';
import { PassengersField } from './passengers/PassengersField';
import { PassportField } from './passport/PassportField';
import { SlotField } from './SlotField';
import type { Service } from './types';
import { WaiverField } from './WaiverField';

type Props = {
  service: Service;
  userId: string | null;
  disabled: boolean;
  waiverOpen: boolean;
  onWaiver: (open: boolean) => void;
};

/** What the form asks for. An experience has times to choose from; transport leaves once a day, and asks who travels. */
export function FormFields({ service, userId, disabled, waiverOpen, onWaiver }: Props) {
  const isTransport = service.kind === 'transport';
  return (
    <>
      <DateField service={service} disabled={disabled} />
      {isTransport ? (
        <DepartureField service={service} disabled={disabled} />
      ) : (
        <SlotField service={service} disabled={disabled} />
      )}
      <PartyField service={service} disabled={disabled} />
      <ContactFields kind={service.kind} disabled={disabled} />
      {isTransport && (
        <>
          <div className="-my-3">
            <SpanishField disabled={disabled} />
          </div>
          <PassengersField disabled={disabled} />
        </>
      )}
      {service.passportRequired && <PassportField userId={userId} disabled={disabled} />}
      {service.cashAllowed && <PaymentMethodField disabled={disabled} />}
      <div className="-my-2">
        {!isTransport && <SpanishField disabled={disabled} />}
        <WaiverField disabled={disabled} open={waiverOpen} onOpenChange={onWaiver} />
      </div>
    </>
  );
}
