"""The records of the API, and the objects inside request bodies."""

from crossbook._generated_inputs import *
from crossbook._generated_models import *
