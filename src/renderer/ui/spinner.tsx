import styles from './controls.module.css';

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
