"""Ray's processes of this machine must listen on the loopback address alone."""

from __future__ import annotations

import os

# The switch is named after the systems on which it is off by default: without it, Ray
# takes the address of this machine from the loopback interface.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
