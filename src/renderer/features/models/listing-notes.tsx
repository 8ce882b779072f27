import { useApp } from '../../hooks/app-context.ts';
import { Note } from '../../ui/problem-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './models.module.css';

/** Providers whose list could not be had, and that one is being asked for. What they listed before is still shown. */
export function ListingNotes() {
  const listings = useApp((state) => state.listings);
  switch (listings.state) {
    case 'idle':
      return null;
    case 'loading':
      return (
        <p className={styles.asking} role="status">
          <Spinner />
          Asking the providers for their lists
        </p>
      );
    case 'failed':
      return (
        <div className={styles.notes}>
          <Note level="warning" message={listings.problem.message} hint={listings.problem.hint} />
        </div>
      );
    case 'ready': {
      const failed = listings.value.providers.flatMap(({ problem }) => (problem?.code === 'provider_unreachable' ? [problem] : []));
      if (failed.length === 0) return null;
      return (
        <div className={styles.notes}>
          {failed.map(({ message, safe = '' }) => (
            <Note key={message} level="warning" message={`${message} ${safe}`} />
          ))}
        </div>
      );
    }
  }
}
