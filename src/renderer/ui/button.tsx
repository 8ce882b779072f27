import type { ComponentProps } from 'react';
import styles from './controls.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: 'normal' | 'primary' | 'plain';
  readonly size?: 'normal' | 'small';
}

export function Button({ tone = 'normal', size = 'normal', ...rest }: ButtonProps) {
  return <button type="button" className={styles.button} data-tone={tone} data-size={size} {...rest} />;
}
