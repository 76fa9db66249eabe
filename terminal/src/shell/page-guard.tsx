import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../components/notes.tsx';
import { asError } from '../components/rejection-text.ts';

/**
 * Contains an error in one page, so that the kill switch stays usable. It is a class because React has no hook for error
 * boundaries. It also catches page chunks that cannot be loaded after an upgrade of the service.
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
