import { Component, type ReactNode } from 'react'

interface FallbackProps {
  /** Stands in its place. */
  instead: ReactNode
  children: ReactNode
}

/** A part that may fail without taking the page with it. */
export class Fallback extends Component<FallbackProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
