import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

interface Props {
  /** Another place in the app is another try. */
  place: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.place !== this.props.place) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    return error ? <ErrorPage error={error} /> : this.props.children;
  }
}

/** The last resort; plain elements only, as whatever failed may be part of the design system. */
function ErrorPage({ error }: { error: Error }) {
  return (
    <div className="shell flex flex-1 flex-col items-start justify-center py-24">
      <h1 className="font-title text-4xl">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className="mt-3 max-w-prose text-ink-2">{error.message}</p>
      <p className="mt-1 max-w-prose text-ink-2">
        <Trans>What you had typed in a booking is kept. Load the page again, or start from the home page.</Trans>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          <Trans>Load the page again</Trans>
        </button>
        <a href="/" className="btn btn-secondary">
          <Trans>Go to Home Page</Trans>
        </a>
      </div>
    </div>
  );
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}
