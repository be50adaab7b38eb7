import type { ComponentProps, ReactNode } from 'react';
import { Form } from '@/ui/form/Form';

interface Props extends Pick<ComponentProps<typeof Form>, 'form' | 'onReload' | 'lost'> {
  title: string;
  /** Called when the user closes the form. */
  onCancel: () => void;
  /** True for a form with at most two columns. */
  narrow?: boolean;
  children: ReactNode;
}

/** Shows a form with a title in place of its list. */
export function FormCard({ title, narrow = false, children, ...form }: Props) {
  const width = narrow ? 'max-w-2xl' : 'max-w-3xl';
  return (
    <Form {...form} label={title} className={`card grid grid-cols-1 ${width} gap-5 p-5 sm:p-6`}>
      <h2 className="font-title text-2xl">{title}</h2>
      {children}
    </Form>
  );
}
