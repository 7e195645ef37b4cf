"""What the tests need of the processes they run in."""

from __future__ import annotations

import os
import signal

# A shell starts processes in the background with interrupts ignored; some tests
# interrupt themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Ray's processes of this machine must listen on the loopback address alone. The switch
# is named after the systems on which it is off by default: without it, Ray takes the
# address of this machine from the loopback interface.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
