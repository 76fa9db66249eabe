import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../components/notes.tsx';
import { asError } from '../components/rejection-text.ts';

/**
 * Keeps a mistake in one page from taking the kill switch with it. A class, because React has no other way to
 * catch one. A part of the pages that cannot be fetched, after an upgrade of the service, lands here too.
 */
export class Guard extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(failure: unknown): { readonly error: Error } {
    return { error: asError(failure) };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#clear);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#clear);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <ErrorNote error={error} onRetry={() => location.reload()} />
    );
  }

  readonly #clear = (): void => {
    if (this.state.error !== null) this.setState({ error: null });
  };
}
